import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { afterOthers } from './after-others.ts'

const aid = '/aid'

const setUp = () => {
  const client = new QueryClient()
  const order: string[] = []
  const answers = new Map<string, () => void>()
  const ask = (path: string) =>
    void client
      .fetchQuery({
        queryKey: [path],
        queryFn: () =>
          new Promise<string>((resolve) => {
            answers.set(path, () => resolve(path))
          }),
      })
      .then(() => order.push(path))
  const { signal } = new AbortController()
  const wait = (maxMs?: number) =>
    afterOthers(client, aid, { signal, ...(maxMs !== undefined && { maxMs }) }).then(() =>
      order.push(aid),
    )
  return { order, ask, wait, answer: (path: string) => answers.get(path)?.() }
}

describe('What is only an aid', () => {
  test('METR-034 asks after everything else of the screen is answered', async () => {
    const { order, ask, wait, answer } = setUp()
    ask('/chart')
    const waited = wait(60_000)
    ask('/table')
    answer('/chart')
    await expect.poll(() => order).toEqual(['/chart'])
    answer('/table')
    await waited
    expect(order).toContain(aid)
  })

  test('does not wait for itself, nor where nothing else is asked', async () => {
    const { order, ask, wait } = setUp()
    ask(aid)
    await wait(60_000)
    expect(order).toEqual([aid])
  })

  test('asks beside a slow question in the end', async () => {
    const { order, ask, wait } = setUp()
    ask('/slow')
    await wait(20)
    expect(order).toEqual([aid])
  })
})
