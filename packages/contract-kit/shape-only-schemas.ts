/**
 * Replaces zod/mini in the browser's build. The browser renames by a schema's shape and validates
 * nothing, so only the shape of each schema is kept: 9 kB less on every page. A test looks for
 * each kind of schema that a contract uses. docs/adr/0018
 */
interface Shape {
  _zod: { def: Record<string, unknown> }
  check: () => Shape
  register: () => Shape
  clone: () => Shape
}

const shape = (type: string, more: Record<string, unknown> = {}): Shape => {
  const keep = () => self
  const self: Shape = {
    _zod: { def: { type, ...more } },
    check: keep,
    register: keep,
    clone: keep,
  }
  return self
}

const leaf = (type: string) => () => shape(type)
const wrapper = (type: string) => (innerType: Shape) => shape(type, { innerType })
const noCheck = () => undefined

export const z = {
  // Contracts spread the fields of one object into another.
  object: (fields: Record<string, Shape>) =>
    Object.assign(shape('object', { shape: fields }), { shape: fields }),
  array: (element: Shape) => shape('array', { element }),
  record: (_: Shape, valueType: Shape) => shape('record', { valueType }),
  union: (options: Shape[]) => shape('union', { options }),
  nullable: wrapper('nullable'),
  optional: wrapper('optional'),
  _default: wrapper('default'),
  string: leaf('string'),
  uuid: leaf('string'),
  url: leaf('string'),
  enum: leaf('enum'),
  boolean: leaf('boolean'),
  number: leaf('number'),
  int: leaf('number'),
  unknown: leaf('unknown'),
  undefined: leaf('undefined'),
  iso: { datetime: leaf('string'), date: leaf('string') },
  email: noCheck,
  trim: noCheck,
  regex: noCheck,
  minLength: noCheck,
  maxLength: noCheck,
  minimum: noCheck,
  maximum: noCheck,
  multipleOf: noCheck,
  registry: () => ({ get: noCheck }),
}
