#!/usr/bin/env node
// Usage: node bench/video.mjs [--hour=no] – how soon a file can be played, what its renditions cost.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { writeResults } from './write-results.mjs'

register()
const { measureFile } = await import('./video/measure-file.ts')
const { measureRungs } = await import('./video/measure-rungs.ts')

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-video-'))
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'
const skipsHour = process.argv.includes('--hour=no')
const rows = []

/** Grain and movement: harder than a recorded screen, easier than sport. */
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
  rows.push(...(await measureFile('A minute of 1080p H.264 and AAC', minute)))
  if (!skipsHour) {
    const hour = make('hour.mp4', `-stream_loop 59 -i ${minute} -c copy`)
    rows.push(...(await measureFile('An hour of 1080p H.264 and AAC', hour)))
    rmSync(hour)
  }
  const hevc = make(
    'hevc.mp4',
    `${picture(20)} -c:v libx265 -preset ultrafast -b:v 6M -x265-params log-level=error -pix_fmt yuv420p ${sound}`,
  )
  rows.push(...(await measureFile('Twenty seconds of 1080p HEVC', hevc)))
  rows.push(...(await measureRungs(minute)))
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
writeResults(
  root,
  'video',
  rows,
  'Made pictures with grain; from the whole file on disk, programs and files warm. Single runs.',
)
