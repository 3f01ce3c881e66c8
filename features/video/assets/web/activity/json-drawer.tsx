import { CopyControl } from '@playhead/ui/copy-control.tsx'
import { CodeEditor } from '@playhead/ui/code-editor.tsx'
import { Drawer } from '@playhead/ui/drawer.tsx'
import { jsonOf, type Shown } from './json-of.ts'

interface JsonDrawerProps {
  title: string
  value: Shown
  onClose: () => void
}

export const JsonDrawer = ({ title, value, onClose }: JsonDrawerProps) => {
  const text = jsonOf(value)
  return (
    <Drawer isOpen onClose={onClose} title={title}>
      <div className="flex flex-col gap-3">
        <div>
          <CopyControl value={text} label="Copy the JSON">
            <span className="font-text font-medium">Copy JSON</span>
          </CopyControl>
        </div>
        <CodeEditor label="Details as JSON" isLabelHidden isReadOnly value={text} />
      </div>
    </Drawer>
  )
}
