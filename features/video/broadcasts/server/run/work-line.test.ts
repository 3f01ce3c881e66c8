import { expect, test } from 'vitest'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { WorkLine } from './work-line.ts'

const { app, database, logLines } = await startTestApp([])

/** What Postgres never takes, such as a text that is no id. */
const sayNonsense = () => readRows(database, 'live_broadcasts', { id: 'nonsense' })

test('a change that the database never takes holds up no other one', async () => {
  const line = new WorkLine(app, { broadcast: 'one' })
  const done: string[] = []
  void line.add(sayNonsense)
  await line.add(async () => done.push('next'))
  expect(done).toEqual(['next'])
  expect(logLines.filter((text) => text.includes('A change of a broadcast failed.'))).toHaveLength(
    1,
  )
})

test('the end of a broadcast is tried again whatever the database says', async () => {
  const line = new WorkLine(app, { broadcast: 'two' })
  let tries = 0
  const end = async () => {
    tries += 1
    if (tries === 1) await sayNonsense()
  }
  await line.add(end, { mustHappen: true })
  expect(tries).toBe(2)
})
