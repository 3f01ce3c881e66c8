import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const dayMs = 86_400_000

/** Each part takes a minute. */
function run({ minutes, day = 0, red = '' }: { minutes: number; day?: number; red?: string }) {
  const module = JSON.stringify(path.join(import.meta.dirname, 'run-parts.mjs'))
  const script = `import { runParts } from ${module}
    let time = ${day * dayMs}
    const ran = []
    const result = await runParts(['a', 'b', 'c', 'd', 'e'], {
      count: 3, untilMs: time + ${minutes * 60_000}, now: () => time,
      run: async (files) => {
        ran.push(files.join(''))
        time += 60_000
        return !files.includes(${JSON.stringify(red)})
      },
    })
    console.log(JSON.stringify({ ran, ...result }))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as unknown
}

test('with enough time each file runs once', () => {
  expect(run({ minutes: 60 })).toEqual({ ran: ['ad', 'be', 'c'], isGreen: true, left: [] })
})

test('once the time is over no part starts, and what is left out is named', () => {
  expect(run({ minutes: 2 })).toEqual({ ran: ['ad', 'be'], isGreen: true, left: ['c'] })
  expect(run({ minutes: 0 })).toEqual({ ran: ['ad'], isGreen: true, left: ['b', 'c', 'e'] })
})

test('another day starts with another part', () => {
  expect(run({ minutes: 1, day: 1 })).toEqual({ ran: ['be'], isGreen: true, left: ['a', 'c', 'd'] })
})

test('a part that fails hides none of those after it, and the run is red', () => {
  expect(run({ minutes: 60, red: 'a' })).toEqual({
    ran: ['ad', 'be', 'c'],
    isGreen: false,
    left: [],
  })
})
