import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'

/** Maps an address to a file on this machine, which avoids an HTTP request to this server. */
interface LocalInput {
  readonly order: number
  find(app: App, address: string): Promise<string | undefined>
}

export const localInput = slot<LocalInput>('local input')

export const findLocalInput = async (app: App, address: string) => {
  for (const part of localInput.partsIn(app)) {
    const file = await part.find(app, address)
    if (file !== undefined) return file
  }
  return undefined
}
