import { hasMedia } from '@playhead/media/find-media.ts'
import { deletePlannedClips, makePlannedClip } from '@playhead/media/segments/testing-segments.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { insertPlayableAsset, insertTextTrack } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { playbackServer } from '../index.ts'

afterAll(deletePlannedClips)
const { app, api, database } = await startTestApp([playbackServer])
const { environment } = await aFactory(database).world()

const read = async (path: string) => {
  const answer = await api.request(path)
  expect(answer.status).toBe(200)
  return answer.text()
}

const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
const picture = (seconds: number) => `-f lavfi -i testsrc2=s=320x180:r=25:d=${seconds}`
const sound = (seconds: number) => `-f lavfi -i sine=f=440:r=48000:d=${seconds}`
/** The second half comes `seconds` later. */
const gap = (seconds: number) =>
  String.raw`-vf setpts='if(lt(N\,125)\,N\,N+${seconds * 25})/25/TB' -fps_mode vfr`

const copiedMax = 14
const encodedMax = 8
const clips = [
  ['a cover with a long sound', `${picture(0.04)} ${sound(61)} ${h264} -c:a aac`, encodedMax],
  ['a sound a little longer', `${picture(10)} ${sound(16.5)} ${h264} -g 50 -c:a aac`, copiedMax],
  ['a sound much longer', `${picture(5)} ${sound(47)} ${h264} -g 50 -c:a aac`, encodedMax],
  ['a gap of 109 seconds', `${picture(10)} ${gap(109)} ${h264} -g 50`, encodedMax],
  ['a gap below the bound', `${picture(10)} ${gap(7)} ${h264} -g 50`, copiedMax],
  ['keyframes ten seconds apart', `${picture(43)} ${h264} -g 250 -sc_threshold 0`, copiedMax],
  ['sound alone', `${sound(33.7)} -c:a aac`, encodedMax],
] as const

test.each(clips)('the target duration covers every segment of %s', async (_, args, longest) => {
  if (!hasMedia(app.media)) throw new Error(app.media.missing)
  const { map } = await makePlannedClip(app.media, await makeClip(args))
  const asset = await insertPlayableAsset(app, { environment, media: map })
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  const track = await insertTextTrack(app, asset, { language: 'en', name: 'English', vtt })
  const list = await read(`/${asset.playbackId}.m3u8`)
  const names = [...list.matchAll(/^[^#\s]\S+$|URI="([^"]+)"/gm)].map(([line, uri]) => uri ?? line)
  const wanted = [...(map.video?.rungs ?? []), ...map.audio].length
  expect(names.length).toBeGreaterThanOrEqual(Math.min(2, wanted))
  for (const name of names) {
    const text = await read(`/${name}`)
    const target = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1])
    const lengths = [...text.matchAll(/^#EXTINF:([\d.]+),/gm)].map(([, seconds]) => Number(seconds))
    const most = Math.max(...lengths)
    expect(lengths.length).toBeGreaterThan(0)
    expect({ name, target }).toEqual({ name, target: Math.max(1, target, Math.round(most)) })
    const total = lengths.reduce((sum, seconds) => sum + seconds, 0)
    expect(Math.abs(total - map.duration)).toBeLessThan(0.1)
    // Captions are one segment, as long as the video.
    const bound = name.includes(track) ? Infinity : longest
    expect(most).toBeLessThanOrEqual(bound)
  }
})
