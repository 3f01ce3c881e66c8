import { expect, test } from 'vitest'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const { ingest } = await makeAssetsWorld({ FFMPEG_PATH: '/nowhere/ffmpeg' })

test('a server without ffmpeg says so with the asset, and how to get one is not the business of whoever uploads', async () => {
  expect(await ingest(await makeSampleClip(), { video_quality: 'basic' })).toMatchObject({
    status: 'errored',
    errors: {
      type: 'processing_failed',
      messages: ['This server is not set up to process video: it has no ffmpeg.'],
    },
  })
})
