import { Stack } from '@playhead/ui/layout.tsx'
import { useEnvironment } from '@playhead/web-kit/use-session.ts'
import { PlaybackRestrictionsCard } from '@playhead/features/video/playback-restrictions/web'
import { SigningKeysCard } from './signing-keys-card.tsx'

/** What tokens of signed playback are made with, and the rules they can name. ACCT-078 */
export const Screen = () => {
  const environment = useEnvironment()
  const environmentName = environment?.name ?? 'the environment'
  return (
    <Stack key={environment?.id} gap={4}>
      <SigningKeysCard environmentName={environmentName} />
      <PlaybackRestrictionsCard environmentName={environmentName} />
    </Stack>
  )
}
