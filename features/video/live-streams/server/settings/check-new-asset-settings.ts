import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import type { AssetOptions } from '@playhead/features/video/assets/contract'
import { checkAssetOptions, inputsOf } from '@playhead/features/video/assets/server'
import type { App } from '@playhead/server-kit/app.ts'

/** What the recordings are made with is checked now: when a broadcast begins, it is too late to correct them. */
export const checkNewAssetSettings = (
  app: App,
  settings: AssetOptions,
  { isTest, flags }: { isTest: boolean; flags: Flags },
) => {
  const { main, further } = inputsOf(settings)
  if ([main, ...further].some(({ overlay_settings: overlay }) => overlay))
    throw invalidField('overlay_settings', 'overlay_settings: live streams have no overlays')
  checkAssetOptions(app, { ...settings, ...(isTest && { test: true }) }, flags)
}
