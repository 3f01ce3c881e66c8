import { setTimeout as pause } from 'node:timers/promises'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { listenTo } from './listen.ts'
import { sql } from './sql.ts'

const database = await makeTestDatabase()

const notify = () => database.run(sql`select pg_notify('news', '')`)
const breakConnections = () =>
  database.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'playhead listen' and datname = current_database()`)

test('a notification on the channel is received, also after the connection broke', async () => {
  let heard = 0
  const listening = listenTo(database, 'news', () => (heard += 1))
  onTestFinished(() => listening.close())
  // The first call comes from connecting.
  await expect.poll(() => heard).toBe(1)
  await notify()
  await expect.poll(() => heard).toBe(2)
  await breakConnections()
  await expect.poll(() => heard).toBe(3)
  await notify()
  await expect.poll(() => heard).toBe(4)
})

test('nothing is received after the end', async () => {
  let heard = 0
  const listening = listenTo(database, 'news', () => (heard += 1))
  await expect.poll(() => heard).toBe(1)
  await listening.close()
  await notify()
  await pause(100)
  expect(heard).toBe(1)
})
