import { z } from 'zod';

/** Received from a writer that may be newer: closed sets of strings are open. */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends object
    ? { [Member in keyof T]: Open<T[Member]> }
    : T;

/** At every depth: enumerations take any string, lists any length; unknown members are dropped. */
export function openSchema(schema: z.ZodType): z.ZodType {
  const open = (inner: unknown) => openSchema(inner as z.ZodType);
  if (schema instanceof z.ZodEnum) return z.string();
  if (schema instanceof z.ZodObject) {
    return z.object(Object.fromEntries(Object.entries(schema.shape).map(([name, member]) => [name, open(member)])));
  }
  if (schema instanceof z.ZodArray) return z.array(open(schema.element));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), open(schema.valueType));
  if (schema instanceof z.ZodNullable) return z.nullable(open(schema.unwrap()));
  if (schema instanceof z.ZodOptional) return z.optional(open(schema.unwrap()));
  if (schema instanceof z.ZodDefault) return open(schema.unwrap()).default(schema.def.defaultValue);
  return schema;
}
