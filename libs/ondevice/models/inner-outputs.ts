/**
 * Inner tensors from which hair, skin and cloth can be told apart, of networks that were trained for something else: their numbers, the
 * channels of each, and how many outputs the network has of its own.
 */
export const innerTensors = {
  selfieMask: { own: 1, tensors: [25, 48, 157, 193, 219], channels: [16, 24, 32, 24, 16] },
  poseLandmarks: {
    own: 5,
    tensors: [216, 226, 251, 273, 275, 277, 280],
    channels: [24, 32, 88, 48, 48, 48, 48],
  },
} as const;

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
