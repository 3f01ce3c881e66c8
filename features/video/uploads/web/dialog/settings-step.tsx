import { useState } from 'react'
import { CodeEditor } from '@playhead/ui/code/code-editor.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { BasicSettings } from './basic-settings.tsx'
import { type SettingsDraft, toJson, withoutText, withText } from './settings-draft.ts'
import type { NewAssetSettings } from '../queue/upload-machine.ts'

interface SettingsStepProps {
  draft: SettingsDraft
  /** The editor also shows the details when there is only one upload. */
  meta: NewAssetSettings['meta']
  onChange: (draft: SettingsDraft) => void
}

export const basicLossText =
  "Are you sure you want to switch to basic settings? Any changes you've made to advanced settings will be lost."

/** UPLD-031, UPLD-038 … UPLD-041 */
export const SettingsStep = ({ draft, meta, onChange }: SettingsStepProps) => {
  const [tab, setTab] = useState(draft.json ? 'advanced' : 'basic')
  const [isAsking, setIsAsking] = useState(false)
  const shown = toJson({ ...draft.basic, ...(meta && { meta: { ...draft.basic.meta, ...meta } }) })
  const choose = (next: string) => {
    if (next === 'basic' && draft.json) setIsAsking(true)
    else setTab(next)
  }
  const leave = () => {
    onChange(withoutText(draft))
    setTab('basic')
  }
  const advanced = (
    <Stack gap={3}>
      <CodeEditor
        label="new_asset_settings"
        value={draft.json?.text ?? shown}
        onChange={(text) => onChange(withText(draft, text, shown))}
        error={draft.json?.error}
        minHeight={260}
      />
      <div>
        <Button size="sm" disabled={!draft.json} onClick={() => onChange(withoutText(draft))}>
          Reset
        </Button>
      </div>
    </Stack>
  )
  return (
    <>
      <PanelTabs
        label="Settings"
        selectedId={tab}
        onChange={choose}
        tabs={[
          {
            id: 'basic',
            label: 'Basic',
            content: (
              <BasicSettings settings={draft.basic} onChange={(basic) => onChange({ basic })} />
            ),
          },
          { id: 'advanced', label: 'Advanced', content: advanced },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={leave}
        title="Switch to basic settings"
        confirmLabel="Switch"
      >
        {basicLossText}
      </ConfirmDialog>
    </>
  )
}
