import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { jsonOf, type Shown } from './json-of.ts'

interface JsonDrawerProps {
  title: string
  value: Shown
  onClose: () => void
}

export const JsonDrawer = ({ title, value, onClose }: JsonDrawerProps) => (
  <Drawer isOpen onClose={onClose} title={title}>
    <CodeBlock label="As the API returns it" text={jsonOf(value)} isWhole />
  </Drawer>
)
