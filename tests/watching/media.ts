import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'
const sources =
  '-v error -y -f lavfi -i testsrc=size=320x180:rate=25 -f lavfi -i sine=frequency=440'
const coding =
  '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -force_key_frames expr:gte(t,n_forced*2)'

const encode = (options: string[], ...files: string[]) =>
  run(ffmpeg, [...[sources, coding, ...options].join(' ').split(' '), ...files])

/** Makes a file of eight seconds and an HLS stream of twelve in segments of two. */
export const makeMedia = async (folder: string) => {
  const hls = path.join(folder, 'hls')
  await mkdir(hls, { recursive: true })
  const film = path.join(folder, 'film.mp4')
  await encode([`-t 8 -movflags +faststart`], film)
  await encode(
    ['-t 12 -f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod', `-hls_segment_filename`],
    path.join(hls, 'part%d.ts'),
    path.join(hls, 'stream.m3u8'),
  )
}
