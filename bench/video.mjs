#!/usr/bin/env node
// Usage: node bench/video.mjs [--hour=no] [--only=AC-3] – how soon a file can be played, what its renditions cost, how many can watch.
// With --only just the files whose titles contain the text are measured, and the results printed instead of recorded.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { measureProgram } from './video/measure-program.mjs'
import { writeResults } from './write-results.mjs'

register()
const { measureFile } = await import('./video/measure-file.ts')
const { measureRungs } = await import('./video/measure-rungs.ts')

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-video-'))
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'
const skipsHour = process.argv.includes('--hour=no')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const rows = []

/** Film grain and motion: harder to encode than a screen recording, easier than sport. */
const picture = (seconds) =>
  `-f lavfi -i testsrc2=size=1920x1080:rate=30:duration=${seconds},noise=alls=6:allf=t -f lavfi -i sine=sample_rate=48000:duration=${seconds}`
const sound = '-c:a aac -b:a 128k'
const make = (name, args) => {
  const file = path.join(folder, name)
  const words = args.split(' ')
  execFileSync(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...words, file], { cwd: folder })
  return file
}

try {
  const minute = make(
    'minute.mp4',
    `${picture(60)} -c:v libx264 -preset superfast -b:v 6M -g 60 -pix_fmt yuv420p ${sound}`,
  )
  const hour = skipsHour ? undefined : make('hour.mp4', `-stream_loop 59 -i ${minute} -c copy`)
  const hevc = make(
    'hevc.mp4',
    `${picture(20)} -c:v libx265 -preset ultrafast -b:v 6M -x265-params log-level=error -pix_fmt yuv420p ${sound}`,
  )
  const small = make(
    'small.mp4',
    `-f lavfi -i testsrc2=size=320x180:rate=25:duration=3 -f lavfi -i sine=duration=3 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p ${sound}`,
  )
  const otherHour =
    hour &&
    make(
      'other-hour.mp4',
      `-i ${hour} -f lavfi -i sine=sample_rate=48000:duration=3600 -map 0:v -map 1:a -c:v copy -c:a ac3 -ac 2 -b:a 192k`,
    )
  const files = [
    { title: 'A minute of 1080p H.264 and AAC', file: minute },
    ...(hour ? [{ title: 'An hour of 1080p H.264 and AAC', file: hour }] : []),
    ...(otherHour ? [{ title: 'An hour of 1080p H.264 and AC-3', file: otherHour }] : []),
    { title: 'Twenty seconds of 1080p HEVC', file: hevc },
  ].filter(({ title }) => only === undefined || title.includes(only))
  await measureProgram(root, { files, small, isOnlyFiles: only !== undefined }, rows)
  for (const { title, file } of files) rows.push(...(await measureFile(title, file)))
  for (const file of [hour, otherHour]) if (file) rmSync(file)
  if (only === undefined) rows.push(...(await measureRungs(minute)))
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
if (only === undefined)
  writeResults(
    root,
    'video',
    rows,
    'Made pictures with grain, single runs. First the whole program over HTTP, viewers being 16 connections of a process on the same machine; then its parts, from the whole file on disk, programs and files warm.',
  )
else for (const row of rows) console.log(row.join(': '))
