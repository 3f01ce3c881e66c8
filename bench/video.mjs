#!/usr/bin/env node
// Usage: node bench/video.mjs [--hour=no] [--only=AC-3] [--rounds=3] [--folder=…] – how soon a file can be played, what its renditions cost, how many
// can watch.
// With --only just the files whose titles contain the text are measured, or the parts of that name (Ladder of HEVC, Ladder of copied
// H.264, Cold viewers, Slow upload), and the results printed instead of recorded.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { measureColdViewers } from './video/measure-cold-viewers.mjs'
import { measureLadder } from './video/measure-ladder.mjs'
import { measureProgram } from './video/measure-program.mjs'
import { measureSlowUpload } from './video/measure-slow-upload.mjs'
import { writeResults } from './write-results.mjs'

register()
const { measureFile } = await import('./video/measure-file.ts')
const { measureRungs } = await import('./video/measure-rungs.ts')
const { planPlainLadder } = await import('./video/plain-ladder.ts')

const root = path.join(import.meta.dirname, '..')
const kept = process.argv.find((word) => word.startsWith('--folder='))?.slice('--folder='.length)
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'playhead-bench-video-'))
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'
const skipsHour = process.argv.includes('--hour=no')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
/** Without --only everything is measured. */
const isWanted = (title) => only === undefined || title.includes(only)
const rows = []

/** Film grain and motion: harder to encode than a screen recording, easier than sport. */
const picture = (seconds) =>
  `-f lavfi -i testsrc2=size=1920x1080:rate=30:duration=${seconds},noise=alls=6:allf=t -f lavfi -i sine=sample_rate=48000:duration=${seconds}`
const sound = '-c:a aac -b:a 128k'
const make = (name, args) => {
  const file = path.join(folder, name)
  if (existsSync(file)) return file
  const words = args.split(' ')
  execFileSync(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...words, file], { cwd: folder })
  return file
}
const once = (made) => {
  let value
  return () => (value ??= made())
}

/** Parts that --only can choose, too. Their sources are made when they are needed. */
const partsOf = (minute, hevc) => {
  const ladderOf = (title, source) => async (caller, server, dataFolder) => {
    const file = source()
    const ladder = await planPlainLadder(file)
    return measureLadder(caller, { server, ffmpeg, dataFolder }, { title, file, ladder })
  }
  const repeated = (name, args) => make(name, `-stream_loop 9 -i ${minute()} -c copy ${args}`)
  const hevcMinute = () => make('hevc-minute.mp4', `-stream_loop 2 -i ${hevc()} -c copy`)
  const parts = {
    'Ladder of HEVC': ladderOf('a minute of 1080p HEVC', hevcMinute),
    'Ladder of copied H.264': ladderOf('a minute of 1080p H.264 that is copied', minute),
    'Cold viewers': (caller, server) =>
      measureColdViewers(caller, server, repeated('five-minutes.mp4', '-t 300')),
    'Slow upload': (caller, server) =>
      measureSlowUpload(caller, server, repeated('large.mp4', '-fs 300000000')),
  }
  return Object.entries(parts)
    .filter(([title]) => isWanted(title))
    .map(([, part]) => part)
}

try {
  const minute = once(() =>
    make(
      'minute.mp4',
      `${picture(60)} -c:v libx264 -preset superfast -b:v 6M -g 60 -pix_fmt yuv420p ${sound}`,
    ),
  )
  const hour = once(() => make('hour.mp4', `-stream_loop 59 -i ${minute()} -c copy`))
  const hevc = once(() =>
    make(
      'hevc.mp4',
      `${picture(20)} -c:v libx265 -preset ultrafast -b:v 6M -x265-params log-level=error -pix_fmt yuv420p ${sound}`,
    ),
  )
  const small = make(
    'small.mp4',
    `-f lavfi -i testsrc2=size=320x180:rate=25:duration=3 -f lavfi -i sine=duration=3 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p ${sound}`,
  )
  const otherHour = once(() =>
    make(
      'other-hour.mp4',
      `-i ${hour()} -f lavfi -i sine=sample_rate=48000:duration=3600 -map 0:v -map 1:a -c:v copy -c:a ac3 -ac 2 -b:a 192k`,
    ),
  )
  const hours = [
    { title: 'An hour of 1080p H.264 and AAC', given: hour },
    { title: 'An hour of 1080p H.264 and AC-3', given: otherHour },
  ]
  const files = [
    { title: 'A minute of 1080p H.264 and AAC', given: minute },
    ...(skipsHour ? [] : hours),
    { title: 'Twenty seconds of 1080p HEVC', given: hevc },
  ]
    .filter(({ title }) => isWanted(title))
    .map(({ title, given }) => ({ title, file: given() }))
  const parts = partsOf(minute, hevc)
  await measureProgram(root, { files, small, isOnlyFiles: only !== undefined, parts }, rows)
  for (const { title, file } of files) rows.push(...(await measureFile(title, file)))
  if (only === undefined) rows.push(...(await measureRungs(minute())))
} finally {
  if (!kept && existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
if (only === undefined)
  writeResults(
    root,
    'video',
    rows,
    'Made pictures with grain, single runs. First the whole program over HTTP, viewers being 16 connections of a process on the same machine; then its parts, from the whole file on disk, programs and files warm.',
  )
else for (const row of rows) console.log(row.join(': '))
