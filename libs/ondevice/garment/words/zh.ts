/** Chinese words (simplified, some traditional) and what they are in English. */
export const zh: Readonly<Record<string, string>> = {
  ...{ 和: 'and', 与: 'and', 及: 'and', 配: 'with', 搭配: 'with', 带: 'with', 没有: 'no', 不要: 'no', 不穿: 'no', 无: 'no' },
  ...{ 的: '', 一件: 'a', 一条: 'a', 一套: 'a', 穿: 'wearing', 色: '', '、': ',', '，': ',', '。': '.' },
  ...{ 连衣裙: 'dress', 裙子: 'skirt', 半身裙: 'skirt', 短裙: 'mini skirt', 百褶裙: 'pleated skirt', 长裙: 'maxi skirt' },
  ...{ 裤子: 'trousers', 裤: 'trousers', 长裤: 'trousers', 牛仔裤: 'jeans', 短裤: 'shorts', 运动裤: 'joggers' },
  ...{ 衬衫: 'shirt', 衬衣: 'shirt', T恤: 't-shirt', t恤: 't-shirt', 上衣: 'top', 毛衣: 'sweater', 卫衣: 'hoodie' },
  ...{ 背心: 'tank top', 马甲: 'waistcoat', 外套: 'jacket', 夹克: 'jacket', 皮夹克: 'leather jacket', 皮衣: 'leather jacket' },
  ...{ 牛仔外套: 'denim jacket', 大衣: 'coat', 风衣: 'trench coat', 雨衣: 'raincoat', 羽绒服: 'puffer', 西装外套: 'blazer' },
  ...{ 西装: 'suit', 西服: 'suit', 开衫: 'cardigan', 高领毛衣: 'turtleneck', 连体裤: 'jumpsuit', 背带裤: 'overalls' },
  ...{ 运动服: 'tracksuit', 和服: 'kimono', 领带: 'tie', 泳衣: 'swimsuit', 鞋: 'shoes', 鞋子: 'shoes', 帽子: 'hat' },
  ...{ 红: 'red', 蓝: 'blue', 深蓝: 'navy', 藏青: 'navy', 海军蓝: 'navy', 浅蓝: 'light blue', 绿: 'green', 深绿: 'dark green' },
  ...{ 黑: 'black', 白: 'white', 灰: 'grey', 浅灰: 'light grey', 深灰: 'dark grey', 黄: 'yellow', 橙: 'orange', 粉: 'pink' },
  ...{ 粉红: 'pink', 紫: 'purple', 棕: 'brown', 咖啡: 'brown', 米: 'beige', 酒红: 'burgundy', 驼: 'camel', 金: 'gold' },
  ...{ 条纹: 'striped', 格子: 'checked', 波点: 'polka dots', 圆点: 'polka dots', 碎花: 'floral', 花: 'floral', 豹纹: 'leopard' },
  ...{ 迷彩: 'camouflage', 皮: 'leather', 羊毛: 'wool', 棉: 'cotton', 丝绸: 'silk', 真丝: 'silk', 亚麻: 'linen', 丝绒: 'velvet' },
  ...{ 针织: 'knit', 牛仔: 'denim', 长袖: 'long sleeve', 短袖: 'short sleeve', 无袖: 'sleeveless' },
};
