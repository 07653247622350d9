// The inner loops add four products at a time: each load and store of a sum then serves four of them.

/** Adds a x b to `out`: `a` is rows x inner, `b` inner x columns, `out` rows x columns. */
export function addProduct(out: Float32Array, a: Float32Array, b: Float32Array, inner: number, columns: number): void {
  const rows = out.length / columns;
  const whole = inner - (inner % 4);
  for (let row = 0; row < rows; row++) {
    const to = row * columns;
    const from = row * inner;
    for (let k = 0; k < whole; k += 4) addFour(out, to, a, from + k, 1, b, k * columns, columns);
    for (let k = whole; k < inner; k++) addOne(out, to, a[from + k]!, b, k * columns, columns);
  }
}

/** Adds the transpose of a, times b, to `out`: `a` is inner x rows, `b` inner x columns, `out` rows x columns. */
export function addTransposedProduct(
  out: Float32Array,
  a: Float32Array,
  b: Float32Array,
  inner: number,
  columns: number,
): void {
  const rows = out.length / columns;
  const whole = inner - (inner % 4);
  for (let k = 0; k < whole; k += 4)
    for (let row = 0; row < rows; row++) addFour(out, row * columns, a, k * rows + row, rows, b, k * columns, columns);
  for (let k = whole; k < inner; k++)
    for (let row = 0; row < rows; row++) addOne(out, row * columns, a[k * rows + row]!, b, k * columns, columns);
}

function addFour(
  out: Float32Array,
  to: number,
  a: Float32Array,
  at: number,
  step: number,
  b: Float32Array,
  from: number,
  columns: number,
): void {
  const first = a[at]!;
  const second = a[at + step]!;
  const third = a[at + 2 * step]!;
  const fourth = a[at + 3 * step]!;
  const [under, twice, thrice] = [from + columns, from + 2 * columns, from + 3 * columns];
  for (let c = 0; c < columns; c++)
    out[to + c]! += first * b[from + c]! + second * b[under + c]! + third * b[twice + c]! + fourth * b[thrice + c]!;
}

function addOne(out: Float32Array, to: number, value: number, b: Float32Array, from: number, columns: number): void {
  for (let c = 0; c < columns; c++) out[to + c]! += value * b[from + c]!;
}
