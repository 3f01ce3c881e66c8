/** Eight patterns that are laid over the words, so that no large areas and no false squares arise. */
export const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

const falseSquare = /10111010000|00001011101/g

const lineCost = (line: string) => {
  const runs = line.match(/0{5,}|1{5,}/g) ?? []
  const squares = line.match(falseSquare) ?? []
  return runs.reduce((sum, { length }) => sum + length - 2, 0) + squares.length * 40
}

const textOf = (line: readonly boolean[]) => line.map((isDark) => (isDark ? '1' : '0')).join('')

/** How hard a picture is to read: long runs, blocks, false squares, and too much of one colour. */
export const costOf = (modules: readonly (readonly boolean[])[]) => {
  const size = modules.length
  const columns = modules.map((_, column) => modules.map((line) => line[column]!))
  let cost = [...modules, ...columns].reduce((sum, line) => sum + lineCost(textOf(line)), 0)
  let dark = 0
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const here = modules[row]![column]
      if (here) dark += 1
      const below = modules[row + 1]
      if (
        below &&
        column + 1 < size &&
        modules[row]![column + 1] === here &&
        below[column] === here &&
        below[column + 1] === here
      )
        cost += 3
    }
  return cost + Math.floor(Math.abs((dark / size ** 2) * 20 - 10)) * 10
}
