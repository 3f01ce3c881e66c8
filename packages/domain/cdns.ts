/** CDNs as people write them; players and requests report codes. */
const names: Readonly<Record<string, string>> = {
  akamai: 'Akamai',
  azure: 'Azure',
  bunny: 'Bunny',
  bunnycdn: 'Bunny',
  cdn77: 'CDN77',
  cloudflare: 'Cloudflare',
  cloudfront: 'CloudFront',
  edgecast: 'Edgecast',
  edgio: 'Edgio',
  fastly: 'Fastly',
  gcore: 'Gcore',
  google: 'Google',
  keycdn: 'KeyCDN',
}

export const cdnName = (code: string): string => names[code.toLowerCase()] ?? code
