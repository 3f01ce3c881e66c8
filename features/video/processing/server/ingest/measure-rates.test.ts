import { expect, test } from 'vitest'
import { findAsset, updateMediaMap } from '@playhead/features/video/assets/server'
import { hasMedia } from '@playhead/media/find-media.ts'
import { linkIntoFolder, withJobFolder } from '@playhead/media/job-folder.ts'
import { withoutCopy } from '@playhead/media/segments/plan/without-copy.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { makeAssetsWorld } from '../testing-assets.ts'
import { measureRates } from './measure-rates.ts'

const { app, create, dataFolder, environment, files, run } = await makeAssetsWorld()

test('playlists state measured rates before anything of a rendition is stored', async () => {
  const still = await makeClip(
    '-f lavfi -i color=navy:s=1280x720:r=25:d=12 -c:v mpeg4 -b:v 4M -g 25',
    'mkv',
  )
  const url = files.give('/still.mkv', still)
  const id = await create({ inputs: [{ url }], video_quality: 'basic' })
  await run()
  const rungs = (await readMediaMap(environment, id))?.video?.rungs ?? []
  expect(rungs.map(({ name }) => name)).toEqual(['270p', '480p', '720p'])
  // By the number of its pixels alone it would be a few hundred thousand.
  for (const { bandwidth } of rungs) expect(bandwidth).toBeLessThan(30_000)
})

test('a copy whose damage was found while its rates were measured does not come back', async () => {
  const { media } = app
  if (!hasMedia(media)) throw new Error(media.missing)
  const clip = await makeClip(
    '-f lavfi -i testsrc2=s=640x360:r=25:d=4 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 50',
  )
  const id = await create({ inputs: [{ url: files.give('/clip.mp4', clip) }] })
  await run()
  const asset = (await findAsset(environment, id))!
  const copied = (await readMediaMap(environment, id))!
  expect(copied.video!.rungs.map(({ name }) => name)).toEqual(['270p', 'source'])
  const damaged = [{ start: 0, end: 3600 }]
  const encoded = withoutCopy(copied, damaged, { tier: '1080p', quality: 'basic' })
  await updateMediaMap(environment, id, encoded)
  await withJobFolder(dataFolder, async (folder) => {
    await linkIntoFolder(folder, clip)
    const { signal } = new AbortController()
    await measureRates({ app, media, environment, asset, folder, signal }, copied)
  })
  const { video } = (await readMediaMap(environment, id))!
  expect(video).toMatchObject({ canCopy: false, damaged })
  expect(video!.rungs.map(({ name }) => name)).toEqual(['270p', '480p'])
})
