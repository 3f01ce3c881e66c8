import { expect, test } from 'vitest'
import { makeAssetsWorld } from '../testing-assets.ts'

const { app, create, retrieve, run } = await makeAssetsWorld()

test('UPLD-015 a sample of this server becomes an asset without a request to anybody', async () => {
  const url = `${app.settings.publicUrl}/samples/demo.mp4`
  const id = await create({ inputs: [{ url }], video_quality: 'basic' })
  await run(async () => (await retrieve(id)).status !== 'preparing')
  expect(await retrieve(id)).toMatchObject({ status: 'ready', duration: 10, aspect_ratio: '16:9' })
})
