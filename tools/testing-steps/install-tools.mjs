import {
  canInstallSystemPackages,
  findChromium,
  findExecutable,
  findPostgres,
  installCommand,
  installSystemPackage,
} from '../setup/system-tools.mjs'

const tools = [
  {
    // The shell alone needs less processor time; where it is not offered, the whole browser serves.
    names: ['chromium-headless-shell', 'chromium'],
    reason: 'the browser tests need it',
    findBest: () => findExecutable('chromium-headless-shell', process.env.CHROMIUM_PATH),
    find: findChromium,
  },
  {
    names: ['ffmpeg'],
    reason: 'the video tests need it',
    find: () => findExecutable('ffmpeg', process.env.FFMPEG_PATH),
  },
  {
    names: ['postgresql'],
    reason: 'its binaries serve where none are shipped',
    find: findPostgres,
  },
]

/** Installs the system packages that tests need, and continues on failure: the test that needs one will report it. */
export const installTools = async () => {
  for (const { names, reason, find, findBest = find } of tools) {
    if (findBest() || (await installBest(names, reason)) || find()) continue
    const name = names.at(-1)
    console.log(`${name} was not found; ${reason}. To get it: ${installCommand(name)}`)
  }
}

async function installBest(names, reason) {
  if (!canInstallSystemPackages()) return false
  for (const name of names) if (await installSystemPackage(name, reason)) return true
  return false
}
