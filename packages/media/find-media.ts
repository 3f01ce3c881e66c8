import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findGuards, type Guards } from './guards.ts'

/** The programs for all work on media. */
export interface Media {
  ffmpeg: string
  ffprobe: string
  version: string
  guards: Guards
}

export interface MissingMedia {
  /** Why they are missing and how to fix it, in one sentence. */
  missing: string
}

export const hasMedia = (found: Media | MissingMedia): found is Media => !('missing' in found)

const run = promisify(execFile)
const answerMs = 10_000
const oldest = { major: 5, minor: 1 }
const encoders = ['libx264', 'aac']
const howToGet =
  'install it with "apt-get install ffmpeg" (or "brew install ffmpeg"), or set FFMPEG_PATH'

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

const onPath = async (name: string) => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    if (folder !== '' && (await isProgram(path))) return path
  }
  return undefined
}

const ask = async (program: string, ...args: string[]) => {
  try {
    return await run(program, args, { timeout: answerMs })
  } catch {
    return { stdout: '', stderr: '' }
  }
}

const versionOf = (text: string, program: string) =>
  new RegExp(`^${program} version (\\S+)`).exec(text)?.[1]

/** Builds from the main branch are called N-123456-g…: they have no version number and are never too old. */
const isTooOld = (version: string) => {
  const [, major = '', minor = ''] = /^n?(\d+)\.(\d+)/.exec(version) ?? []
  if (major === '') return false
  return (
    Number(major) < oldest.major || (Number(major) === oldest.major && Number(minor) < oldest.minor)
  )
}

const probeBeside = async (ffmpeg: string) => {
  const beside = join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'))
  if (beside !== ffmpeg && (await isProgram(beside))) return beside
  return onPath('ffprobe')
}

/** Whether they are as they were found. It starts one program, where a search starts seven. */
export const isUnchanged = async ({ ffmpeg, ffprobe, version }: Media): Promise<boolean> =>
  (await isProgram(ffprobe)) &&
  versionOf((await ask(ffmpeg, '-version')).stdout, 'ffmpeg') === version

/** Finds ffmpeg and ffprobe and checks that they have the required features. */
export const findMedia = async (settings: {
  ffmpegPath: string | undefined
}): Promise<Media | MissingMedia> => {
  const ffmpeg = settings.ffmpegPath ?? (await onPath('ffmpeg'))
  if (ffmpeg === undefined) return { missing: `ffmpeg was not found: ${howToGet}.` }
  // Its banner has the version: each start of ffmpeg loads a hundred libraries.
  const { stdout: known, stderr: banner } = await ask(ffmpeg, '-encoders')
  const version = versionOf(banner, 'ffmpeg')
  if (version === undefined)
    return {
      missing: settings.ffmpegPath
        ? `FFMPEG_PATH names ${ffmpeg}, which does not run as ffmpeg.`
        : `${ffmpeg} does not run as ffmpeg: ${howToGet}.`,
    }
  if (isTooOld(version))
    return {
      missing: `ffmpeg ${version} is too old, ${oldest.major}.${oldest.minor} or newer is needed: ${howToGet}.`,
    }
  const [ffprobe, guards] = await Promise.all([probeBeside(ffmpeg), findGuards()])
  const lacking = encoders.filter((name) => !new RegExp(`^\\s*\\S+ ${name}\\s`, 'm').test(known))
  if (lacking.length > 0)
    return {
      missing: `ffmpeg at ${ffmpeg} was built without ${lacking.join(' and ')}: ${howToGet}.`,
    }
  if (
    ffprobe === undefined ||
    versionOf((await ask(ffprobe, '-version')).stdout, 'ffprobe') === undefined
  )
    return { missing: `ffprobe was not found beside ${ffmpeg}: ${howToGet}.` }
  return { ffmpeg, ffprobe, version, guards }
}
