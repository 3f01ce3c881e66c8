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

/** Installs the system packages that tests need, and continues on failure: the test that needs one will report it. */
export const installTools = async () => {
  for (const { name, reason, find } of tools) {
    if (find()) continue
    if (canInstallSystemPackages() && (await installSystemPackage(name, reason))) continue
    console.log(`${name} was not found; ${reason}. To get it: ${installCommand(name)}`)
  }
}
