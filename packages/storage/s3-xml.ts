import type { StoredObject } from './storage.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string) =>
  text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (all, hex, decimal, name) => {
      if (name) return entities[String(name).toLowerCase()] ?? all
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all
    },
  )

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** In the storage's responses no element contains another one of the same name. */
const contents = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner = '']) => inner,
  )

export const elementText = (xml: string, name: string) => {
  const [first] = contents(xml, name)
  return first === undefined ? undefined : unescaped(first.trim())
}

interface ListPage {
  objects: StoredObject[]
  next: string | undefined
}

export const readListPage = (xml: string): ListPage => ({
  objects: contents(xml, 'Contents').map((entry) => ({
    key: elementText(entry, 'Key') ?? '',
    bytes: Number(elementText(entry, 'Size')),
    modifiedAt: new Date(elementText(entry, 'LastModified') ?? ''),
  })),
  next:
    elementText(xml, 'IsTruncated') === 'true'
      ? elementText(xml, 'NextContinuationToken')
      : undefined,
})

export const readUploads = (xml: string) =>
  contents(xml, 'Upload').map((entry) => ({
    key: elementText(entry, 'Key') ?? '',
    uploadId: elementText(entry, 'UploadId') ?? '',
    begunAt: new Date(elementText(entry, 'Initiated') ?? ''),
  }))

export const readDeleteErrors = (xml: string) =>
  contents(xml, 'Error').map(
    (entry) => `${elementText(entry, 'Key')}: ${elementText(entry, 'Message')}`,
  )

export const writeDelete = (names: readonly string[]) =>
  `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${names
    .map((name) => `<Object><Key>${escaped(name)}</Key></Object>`)
    .join('')}</Delete>`

export const writeCompletion = (etags: readonly string[]) =>
  `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${etags
    .map(
      (etag, index) =>
        `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    )
    .join('')}</CompleteMultipartUpload>`
