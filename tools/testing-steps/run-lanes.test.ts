import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

function run(lanes: string) {
  const module = JSON.stringify(path.join(import.meta.dirname, 'run-lanes.mjs'))
  const script = `import { runLanes } from ${module}
    const done = await runLanes(${lanes})
    console.log(JSON.stringify(done.map(({ name, isGreen }) => [name, isGreen])))`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout.trim().split('\n')
}

test('a step that fails or throws hides none of those after it', () => {
  const lines = run(`[[
    ['lint', async () => false],
    ['types', async () => { throw new Error('broken') }],
    ['unit', async () => true],
  ]]`)
  expect(lines.at(-1)).toBe('[["lint",false],["types",false],["unit",true]]')
  expect(lines[0]).toMatch(/^FAILED: lint, [\d.]+ s$/)
  expect(lines[2]).toMatch(/^ok: unit, [\d.]+ s$/)
})

test('lanes run beside each other, the steps of one in their order', () => {
  const lines = run(`(() => {
    const first = Promise.withResolvers ? Promise.withResolvers() : (() => {
      let resolve; const promise = new Promise((done) => (resolve = done)); return { promise, resolve } })()
    return [
      [['unit', () => first.promise], ['browser', async () => true]],
      [['lint', async () => { first.resolve(true); return true }]],
    ]
  })()`)
  expect(lines.at(-1)).toBe('[["unit",true],["browser",true],["lint",true]]')
})
