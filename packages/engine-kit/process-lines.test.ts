import { expect, test } from 'vitest'
import { processLines } from './process-lines.ts'

test('pieces of two streams become whole lines, and the last twenty are kept', () => {
  const logged: string[] = []
  const lines = processLines((line) => logged.push(line))
  const [output, errors] = [lines.reader(), lines.reader()]
  output('one\ntw')
  errors('apart\n')
  output('o\nunfinished')
  expect(logged).toEqual(['one', 'apart', 'two'])
  for (let count = 0; count < 30; count += 1) errors(`${count}\n`)
  expect(lines.lastLines()).toHaveLength(20)
  expect(lines.lastLines().at(-1)).toBe('29')
})
