import type { App } from '@playhead/server-kit/app.ts'

const daySeconds = 86_400

/** Lists of dimensions cover the last 24 hours. TIME-036 */
export const lastDay = (app: App): [number, number] => {
  const end = Math.floor(app.clock.now().getTime() / 1000)
  return [end - daySeconds, end]
}
