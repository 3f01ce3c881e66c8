import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'

const shown = (source: string) => markdown(source).text

test('words between underscores are emphasized, also in bold, in lists and in tables', () => {
  expect(shown('Wait behind _Show new_, or **_now_**.')).toBe(
    '<p>Wait behind <em>Show new</em>, or <strong><em>now</em></strong>.</p>',
  )
  expect(shown('- _one_')).toBe('<ul><li><em>one</em></li></ul>')
  expect(shown('| a |\n|---|\n| _one_ |')).toContain('<td><em>one</em></td>')
})

test('underscores in words, code and addresses stay', () => {
  expect(shown('view_start_time and _ or __ alone')).toBe(
    '<p>view_start_time and _ or __ alone</p>',
  )
  expect(shown('`_id_` and [notes](/docs/_a_/b)')).toBe(
    '<p><code>_id_</code> and <a href="/docs/_a_/b">notes</a></p>',
  )
})

test('a quotation is a block with paragraphs, lists and emphasis', () => {
  expect(shown('Before\n> It rose\n> by _half_.\n>\n> - one\nAfter')).toBe(
    '<p>Before</p>\n<blockquote><p>It rose by <em>half</em>.</p>\n<ul><li>one</li></ul></blockquote>\n<p>After</p>',
  )
})

test('HTML in emphasis and in a quotation stays text', () => {
  expect(shown('> _<img src=x onerror=alert(1)>_')).toBe(
    '<blockquote><p><em>&lt;img src=x onerror=alert(1)&gt;</em></p></blockquote>',
  )
})
