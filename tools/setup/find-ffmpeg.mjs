import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  canInstallSystemPackages,
  findExecutable,
  installCommand,
  installSystemPackage,
} from './system-tools.mjs'

/** Ensures that ffmpeg is installed, or prints how to get it; Playhead starts either way. */
export const findFfmpeg = async (root) => {
  if (findExecutable('ffmpeg', process.env.FFMPEG_PATH)) return
  if (process.env.FFMPEG_PATH) {
    console.log(`FFMPEG_PATH names ${process.env.FFMPEG_PATH}, which is not an executable file.`)
    return
  }
  const triedBefore = path.join(root, 'build', 'ffmpeg-not-installed')
  if (canInstallSystemPackages() && !existsSync(triedBefore)) {
    if (await installSystemPackage('ffmpeg', 'video hosting needs it')) return
    mkdirSync(path.dirname(triedBefore), { recursive: true })
    writeFileSync(triedBefore, '')
  }
  console.log(
    `ffmpeg was not found; video hosting needs it. To get it: ${installCommand('ffmpeg')}`,
  )
}
