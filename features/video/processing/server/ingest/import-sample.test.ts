import { expect, test } from 'vitest'
import { assetsWorld } from '../testing-assets.ts'

const { app, ingest } = await assetsWorld()

test('UPLD-015 a sample of this server becomes an asset without a request to anybody', async () => {
  const url = `${app.settings.publicUrl}/samples/demo.mp4`
  const asset = await ingest(url, { video_quality: 'basic', playback_policies: ['public'] })
  expect(asset).toMatchObject({ status: 'ready', duration: 10, aspect_ratio: '16:9' })
}, 60_000)
