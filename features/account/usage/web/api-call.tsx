import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import type { TableGroup } from './usage-name.tsx'
import { timeframeOf } from './usage-texts.ts'

interface ApiCallProps {
  month: string
  group: TableGroup
  /** The page of all environments. */
  isOfAll: boolean
  isOpen: boolean
  onClose: () => void
}

/** What a program asks to get the table of an environment: a token of one never reads what another costs. */
const callOf = (month: string, group: TableGroup) => {
  const timeframe = timeframeOf(month).map((time) => `timeframe[]=${time}`)
  // A token is of one environment, so its call cannot be grouped by it.
  const by = group === 'environment' ? 'meter' : group
  const address = `${globalThis.location.origin}/system/v1/usage?group_by=${by}&${timeframe.join('&')}`
  return `curl -g -u "$TOKEN_ID:$TOKEN_SECRET" "${address}"`
}

export const ApiCall = ({ month, group, isOfAll, isOpen, onClose }: ApiCallProps) => (
  <Modal title="API call" isOpen={isOpen} onClose={onClose}>
    <Stack gap={3}>
      <p>
        {isOfAll
          ? 'An access token reads what its own environment costs. Call once with a token of each environment; the answers add up to this table.'
          : 'This table, as a program gets it with an access token of this environment.'}
      </p>
      <CodeBlock label="curl" text={callOf(month, group)} isWhole />
      <p className="text-sm text-ink-2">
        The token needs the permission system:read. Admins make tokens under Settings, Access
        Tokens.
      </p>
    </Stack>
  </Modal>
)
