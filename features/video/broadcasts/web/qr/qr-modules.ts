import type { ChosenVersion } from './versions.ts'

/** Undefined until something is drawn there. */
export type Modules = (boolean | undefined)[][]

const remainderOf = (value: number, generator: number, bits: number) => {
  let rest = value << bits
  const degree = 31 - Math.clz32(generator)
  for (let bit = 31; bit >= degree; bit -= 1)
    if ((rest >>> bit) & 1) rest ^= generator << (bit - degree)
  return rest
}

/** The level that repairs 15 %, with the mask. */
export const formatBits = (mask: number) => ((mask << 10) | remainderOf(mask, 0x537, 10)) ^ 0x5412

const versionBits = (number: number) => (number << 12) | remainderOf(number, 0x1f25, 12)

const isSet = (value: number, bit: number) => ((value >> bit) & 1) === 1

const drawFinder = (modules: Modules, centreRow: number, centreColumn: number) => {
  for (let row = -4; row <= 4; row += 1)
    for (let column = -4; column <= 4; column += 1) {
      const line = modules[centreRow + row]
      if (!line || !(centreColumn + column in line)) continue
      const distance = Math.max(Math.abs(row), Math.abs(column))
      line[centreColumn + column] = distance !== 2 && distance !== 4
    }
}

const drawAlignment = (modules: Modules, places: readonly number[]) => {
  for (const centreRow of places)
    for (const centreColumn of places) {
      // Where a large square stands there is no small one.
      if (modules[centreRow]?.[centreColumn] !== undefined && centreRow !== 6 && centreColumn !== 6)
        continue
      const last = places.at(-1)
      const isCorner =
        (centreRow === 6 && centreColumn === 6) ||
        (centreRow === 6 && centreColumn === last) ||
        (centreRow === last && centreColumn === 6)
      if (isCorner) continue
      for (let row = -2; row <= 2; row += 1)
        for (let column = -2; column <= 2; column += 1)
          modules[centreRow + row]![centreColumn + column] =
            Math.max(Math.abs(row), Math.abs(column)) !== 1
    }
}

export const drawFormat = (modules: Modules, mask: number) => {
  const size = modules.length
  const bits = formatBits(mask)
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = isSet(bits, bit)
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : undefined
    if (near !== undefined) modules[near]![8] = isDark
    else if (bit === 8) modules[8]![7] = isDark
    else modules[8]![14 - bit] = isDark
    if (bit < 8) modules[8]![size - 1 - bit] = isDark
    else modules[size - 15 + bit]![8] = isDark
  }
  modules[size - 8]![8] = true
}

const drawVersion = (modules: Modules, number: number) => {
  if (number < 7) return
  const bits = versionBits(number)
  const size = modules.length
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)]
    modules[far]![near] = isSet(bits, bit)
    modules[near]![far] = isSet(bits, bit)
  }
}

/** Everything that does not depend on the text; the rest is undefined. */
export const frameOf = ({ number, alignment }: ChosenVersion): Modules => {
  const size = 17 + 4 * number
  const modules: Modules = Array.from({ length: size }, () => Array(size).fill(undefined))
  drawFinder(modules, 3, 3)
  drawFinder(modules, 3, size - 4)
  drawFinder(modules, size - 4, 3)
  for (let at = 8; at < size - 8; at += 1) {
    modules[6]![at] = at % 2 === 0
    modules[at]![6] = at % 2 === 0
  }
  drawAlignment(modules, alignment)
  drawFormat(modules, 0)
  drawVersion(modules, number)
  return modules
}

/** The free places in the order of the words: up and down in columns of two, from the right. */
export const placesOf = function* (
  frame: Modules,
): Generator<readonly [row: number, column: number]> {
  const size = frame.length
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1])
        if (frame[row]![column] === undefined) yield [row, column]
    }
    isUp = !isUp
  }
}
