import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const seconds = 8

/** Two video renditions and one audio track as HLS (master.m3u8) and DASH (manifest.mpd) over the same segments. */
export const makeStreams = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const video = (index: number, size: string, rate: string) =>
    `-map 0:v -s:v:${index} ${size} -b:v:${index} ${rate} -maxrate:v:${index} ${rate} -bufsize:v:${index} ${rate}`
  const options = [
    '-hide_banner -loglevel error -y',
    `-f lavfi -i testsrc2=size=320x180:rate=10:duration=${seconds}`,
    `-f lavfi -i sine=frequency=440:sample_rate=44100:duration=${seconds}`,
    video(0, '320x180', '300k'),
    video(1, '160x90', '100k'),
    '-map 1:a -c:a aac -b:a 48k',
    '-c:v libx264 -preset ultrafast -g 20 -keyint_min 20 -sc_threshold 0 -pix_fmt yuv420p -threads 1',
    '-f dash -seg_duration 2 -hls_playlist 1',
  ]
  const sets = ['-adaptation_sets', 'id=0,streams=v id=1,streams=a']
  await run(
    process.env['FFMPEG_PATH'] ?? 'ffmpeg',
    [...options.flatMap((option) => option.split(' ')), ...sets, 'manifest.mpd'],
    { cwd: folder },
  )
}
