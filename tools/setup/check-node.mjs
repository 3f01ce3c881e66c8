import { Stop } from './stop.mjs'

export const checkNode = (version = process.versions.node) => {
  const [major, minor] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Stop(`Playhead needs Node 20.19 or newer; this is Node ${version}.`)
}
