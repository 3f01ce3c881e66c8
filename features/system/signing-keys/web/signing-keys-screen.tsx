import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { PlaybackRestrictionsCard } from '@playhead/features/video/playback-restrictions/web'
import { SigningKeysCard } from './signing-keys-card.tsx'

/** The keys that sign playback tokens, and the restrictions those tokens can name. ACCT-078 */
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
