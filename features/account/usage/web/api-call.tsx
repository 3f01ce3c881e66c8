import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import type { TableGroup } from './usage-name.tsx'
import { timeframeOf } from './usage-texts.ts'

interface ApiCallProps {
  month: string
  group: TableGroup
  isOpen: boolean
  onClose: () => void
}

/** What a program asks to get the table of an environment. */
const callOf = (month: string, group: TableGroup) => {
  const timeframe = timeframeOf(month).map((time) => `timeframe[]=${time}`)
  const address = `${globalThis.location.origin}/system/v1/usage?group_by=${group}&${timeframe.join('&')}`
  return `curl -g -u "$TOKEN_ID:$TOKEN_SECRET" "${address}"`
}

export const ApiCall = ({ month, group, isOpen, onClose }: ApiCallProps) => (
  <Modal title="API call" isOpen={isOpen} onClose={onClose}>
    <Stack gap={3}>
      <p>This table, as a program gets it with an access token of this environment.</p>
      <CodeBlock label="curl" text={callOf(month, group)} isWhole />
      <p className="text-sm text-ink-2">
        The token needs the permission system:read. Admins make tokens under Settings, Access
        Tokens.
      </p>
    </Stack>
  </Modal>
)
