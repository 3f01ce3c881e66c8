import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Encoder {
  /** Resolves when the program has ended, with all that it said. */
  ended: Promise<{ code: number | null; said: string }>
  stop(): void
}

const startProgram = (program: string, args: readonly string[]): Encoder => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const keep = (text: string) => void (said += text)
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  return { ended, stop: () => void child.kill('SIGKILL') }
}

/** Real ffmpeg that publishes a file as it is, as fast as the server takes it unless `isLive`. */
export const startFfmpeg = (
  file: string,
  url: string,
  { isLive = false, isEndless = false, args = ['-c', 'copy'] as readonly string[] } = {},
): Encoder =>
  startProgram(process.env['FFMPEG_PATH'] ?? 'ffmpeg', [
    ...'-hide_banner -nostdin -loglevel error'.split(' '),
    ...(isLive ? ['-re'] : []),
    ...(isEndless ? ['-stream_loop', '-1'] : []),
    '-i',
    file,
    ...args,
    '-f',
    'flv',
    url,
  ])

const gstreamerParts =
  'qtdemux name=d flvmux name=m streamable=true ! SINK d.video_0 ! queue ! h264parse ! m.video d.audio_0 ! queue ! aacparse ! m.audio'

const startPipeline = (file: string, sink: string): Encoder =>
  startProgram('gst-launch-1.0', [
    '-e',
    'filesrc',
    `location=${file}`,
    '!',
    ...gstreamerParts.split(' ').flatMap((word) => (word === 'SINK' ? sink.split('|') : [word])),
  ])

/** Real GStreamer that publishes the H.264 and AAC of a file. */
export const startGstreamer = (file: string, url: string) =>
  startPipeline(file, `rtmp2sink|sync=false|location=${url}`)

/** librtmp, from which the output of OBS descends. */
export const startLibrtmp = (file: string, url: string) =>
  startPipeline(file, `rtmpsink|sync=false|location=${url} live=1`)
