import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Inline, Stack } from '@playhead/ui/layout/layout.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { saveFile } from '@playhead/web-kit/calls/download.ts'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** The codes are shown only here: leaving requires a confirmation that they are saved. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => {
  const [isSaved, setIsSaved] = useState(false)
  const text = codes.join('\n')
  return (
    <Stack gap={3}>
      <FormMessage tone="warning">
        These codes are shown once. Each signs you in one time when you do not have your passkey or
        your phone. Keep them where you keep important papers.
      </FormMessage>
      <ul
        className="grid grid-cols-2 gap-2 rounded-md border border-line bg-sunk p-3 text-center font-mono text-md"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Inline gap={2}>
        <CopyControl value={text}>
          <span className="font-text">Copy all</span>
        </CopyControl>
        <Button
          kind="ghost"
          size="sm"
          icon={<DownloadIcon />}
          onClick={() => saveFile(new Blob([`${text}\n`]), 'playhead-recovery-codes.txt')}
        >
          Download
        </Button>
      </Inline>
      <Checkbox isChecked={isSaved} onChange={setIsSaved}>
        I have saved these codes
      </Checkbox>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="primary" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </Stack>
  )
}
