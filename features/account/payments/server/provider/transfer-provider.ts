import type { Settings } from '@playhead/server-kit/settings/settings.ts'
import type { TransferProvider } from './provider.ts'

export const transferProvider = ({ transferText }: Settings): TransferProvider => ({
  name: 'none',
  transferText: transferText ?? null,
})
