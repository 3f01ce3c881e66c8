import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { linter, lintGutter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'

interface JsonEditorOptions {
  host: HTMLElement
  value: string
  label: string
  isReadOnly: boolean
  onChange: (value: string) => void
}

export interface JsonEditor {
  setValue: (value: string) => void
  destroy: () => void
}

const look = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', minHeight: 'inherit' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--ink-3)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--info-soft)' },
  '.cm-selectionBackground, ::selection': { backgroundColor: 'var(--info-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--line)',
    color: 'var(--bad)',
  },
})

// What the library's own colours highlight in JSON: strings, numbers, true and false, null.
const tokenColours: Record<string, string> = {
  '#a11': 'var(--series-2-text)',
  '#164': 'var(--series-1-text)',
  '#219': 'var(--series-3-text)',
  '#708': 'var(--series-3-text)',
}

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs
    .filter((spec) => typeof spec.color === 'string' && spec.color in tokenColours)
    .map((spec) => ({ ...spec, color: tokenColours[String(spec.color)] })),
)

export const createJsonEditor = (options: JsonEditorOptions): JsonEditor => {
  // In a shadow root the editor adopts its sheets instead of inserting style elements, which the content policy refuses.
  const root = options.host.shadowRoot ?? options.host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.value,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        indentUnit.of('  '),
        json(),
        linter(jsonParseLinter()),
        lintGutter(),
        syntaxHighlighting(highlight),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorState.readOnly.of(options.isReadOnly),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
        }),
        look,
      ],
    }),
  })
  return {
    setValue(value) {
      if (value === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
    },
    destroy: () => view.destroy(),
  }
}
