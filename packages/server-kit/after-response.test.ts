import { expect, test } from 'vitest'
import { AfterResponse } from './after-response.ts'
import { jsonLog } from './log.ts'

test('a stop waits for what goes on after the answer, a failure is logged, and patience ends', async () => {
  const lines: string[] = []
  const afterResponse = new AfterResponse(jsonLog((line) => lines.push(line)))
  const done: string[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  afterResponse.run('mail', async () => {
    await finished
    done.push('mail')
  })
  afterResponse.run('notice', async () => {
    throw new Error('no server for mail')
  })
  expect(done).toEqual([])
  await afterResponse.settle(0.01)
  expect(done).toEqual([])
  setTimeout(finish, 10)
  await afterResponse.settle(20)
  expect(done).toEqual(['mail'])
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { message: 'notice failed', error: { message: 'no server for mail' } },
  ])
})

test('delayed work runs at once when the program stops', async () => {
  const afterResponse = new AfterResponse(jsonLog(() => {}))
  const done: string[] = []
  afterResponse.runLater('counting', 3600, async () => void done.push('counted'))
  expect(done).toEqual([])
  await afterResponse.settle(20)
  expect(done).toEqual(['counted'])
  afterResponse.runLater('counting', 0.01, async () => void done.push('again'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(done).toEqual(['counted', 'again'])
})
