/** Numbers of fields in the tables of TensorFlow Lite's FlatBuffers schema (schema.fbs). */
const field = { subgraphs: 2, outputs: 2 };

/**
 * A .tflite model that also returns inner tensors (by their numbers), after its own outputs. The list of outputs is replaced by
 * a longer one at the end of the file; nothing else changes.
 */
export function withInnerOutputs(model: Uint8Array, tensors: readonly number[]): Uint8Array {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength);
  const behind = (at: number) => at + view.getUint32(at, true);
  const fieldAt = (table: number, which: number) => {
    const fields = table - view.getInt32(table, true);
    return table + view.getUint16(fields + 4 + 2 * which, true);
  };
  const subgraph = behind(behind(fieldAt(behind(0), field.subgraphs)) + 4);
  const pointer = fieldAt(subgraph, field.outputs);
  const old = behind(pointer);
  const own = Array.from({ length: view.getUint32(old, true) }, (_, k) => view.getInt32(old + 4 + 4 * k, true));
  const all = [...own, ...tensors];
  const from = Math.ceil(model.byteLength / 4) * 4;
  const longer = new Uint8Array(from + 4 + 4 * all.length);
  longer.set(model);
  const out = new DataView(longer.buffer);
  out.setUint32(pointer, from - pointer, true);
  out.setUint32(from, all.length, true);
  for (const [k, tensor] of all.entries()) out.setInt32(from + 4 + 4 * k, tensor, true);
  return longer;
}
