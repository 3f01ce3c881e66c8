import {
  canInstallSystemPackages,
  findChromium,
  findExecutable,
  findPostgres,
  installCommand,
  installSystemPackage,
} from '../setup/system-tools.mjs'

const tools = [
  { name: 'chromium', reason: 'the browser tests need it', find: findChromium },
  {
    name: 'ffmpeg',
    reason: 'the video tests need it',
    find: () => findExecutable('ffmpeg', process.env.FFMPEG_PATH),
  },
  { name: 'postgresql', reason: 'its binaries serve where none are shipped', find: findPostgres },
]

/** Gets what the tests need from the system, and goes on when it cannot: the test that needs it will say so. */
export async function installTools() {
  for (const { name, reason, find } of tools) {
    if (find()) continue
    if (canInstallSystemPackages() && (await installSystemPackage(name, reason))) continue
    console.log(`${name} was not found; ${reason}. To get it: ${installCommand(name)}`)
  }
}
