import type { AnswerOrder } from './answer-order.ts';
import { flux2Input } from './flux-2.ts';
import { gemini3FlashInput } from './gemini-3-flash.ts';
import { gpt5StructuredInput } from './gpt-5-structured.ts';
import { nanoBananaInput } from './nano-banana.ts';
import { nanoBanana2Input } from './nano-banana-2.ts';
import type { PictureOrder } from './picture-order.ts';
import { seedream45Input } from './seedream-4-5.ts';

type Shapes<Order> = readonly (readonly [name: RegExp, input: (order: Order) => object])[];

/** Image editors by name, and the shape of their inputs. */
const pictureShapes: Shapes<PictureOrder> = [
  [/^google\/nano-banana-(2|pro)$/, nanoBanana2Input],
  [/^google\/nano-banana(-2-lite)?$/, nanoBananaInput],
  [/^bytedance\/seedream-4(\.5)?$/, seedream45Input],
  [/^black-forest-labs\/flux-2-[\w-]+$/, flux2Input],
];
/** Vision-language models by name. */
const answerShapes: Shapes<AnswerOrder> = [
  [/^openai\/gpt-5-structured$/, gpt5StructuredInput],
  [/^google\/gemini-[\w.-]+$/, gemini3FlashInput],
];

/**
 * How an image editor is asked; undefined for one that is not known here.
 *
 * @param model `owner/name` or `owner/name:<version>`
 */
export const pictureInput = (model: string) => shapeOf(pictureShapes, model);
/** The same for a vision-language model. */
export const answerInput = (model: string) => shapeOf(answerShapes, model);

function shapeOf<Order>(shapes: Shapes<Order>, model: string): ((order: Order) => object) | undefined {
  const [name = ''] = model.split(':');
  return shapes.find(([pattern]) => pattern.test(name))?.[1];
}
