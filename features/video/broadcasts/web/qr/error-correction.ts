/** The field of 256 elements that QR codes calculate in. */
const powers = new Uint8Array(512)
const logarithms = new Uint8Array(256)
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers[exponent] = value
  powers[exponent + 255] = value
  logarithms[value] = exponent
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1
}

export const multiply = (one: number, other: number) =>
  one === 0 || other === 0 ? 0 : powers[logarithms[one]! + logarithms[other]!]!

const generatorOf = (count: number) => {
  let generator = [1]
  for (let root = 0; root < count; root += 1) {
    const next = [...generator, 0]
    generator.forEach((factor, index) => {
      next[index + 1] = next[index + 1]! ^ multiply(factor, powers[root]!)
    })
    generator = next
  }
  return generator
}

/** Reed–Solomon: the words with which a reader finds and repairs damaged ones. */
export const correctionOf = (data: readonly number[], count: number): number[] => {
  const generator = generatorOf(count)
  const rest = [...data, ...Array<number>(count).fill(0)]
  for (let index = 0; index < data.length; index += 1) {
    const factor = rest[index]!
    if (factor === 0) continue
    generator.forEach((value, offset) => {
      rest[index + offset] = rest[index + offset]! ^ multiply(value, factor)
    })
  }
  return rest.slice(data.length)
}
