import { expect, test } from 'vitest'
import { UploadLines } from './upload-lines.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve(String(signal.reason))
    signal.addEventListener('abort', () => resolve(String(signal.reason)))
  })

test('the newer request takes over and begins once the older one has ended', async () => {
  const lines = new UploadLines()
  const order: string[] = []
  const older = lines.take('one', lines.arrive(), async (signal) => {
    const reason = await untilAborted(signal)
    order.push('older ends')
    return reason
  })
  const newer = lines.take('one', lines.arrive(), async (signal) => {
    order.push('newer begins')
    return signal.aborted
  })
  expect([await older, await newer]).toEqual(['replaced', false])
  expect(order).toEqual(['older ends', 'newer begins'])
})

test('a request that arrived before does not interrupt one that came later, whatever took it so long', async () => {
  const lines = new UploadLines()
  const [first, second] = [lines.arrive(), lines.arrive()]
  let end = () => {}
  const newer = lines.take('one', second, async (signal) => {
    await new Promise<void>((resolve) => (end = resolve))
    return signal.aborted
  })
  expect(await lines.take('one', first, untilAborted)).toBe('replaced')
  end()
  expect(await newer).toBe(false)
})

test('uploads do not wait for each other, failures end only their own turn', async () => {
  const lines = new UploadLines()
  const waiting = lines.take('one', lines.arrive(), untilAborted)
  await expect(
    lines.take('two', lines.arrive(), async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  expect(await lines.take('two', lines.arrive(), async () => 'fine')).toBe('fine')
  lines.interruptAll('stopping')
  expect(await waiting).toBe('stopping')
})
