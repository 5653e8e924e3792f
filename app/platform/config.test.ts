import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.server'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'studio-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })

describe('the settings', () => {
  it('are all optional', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      trustProxy: undefined,
      demo: true,
      rateLimitScale: 1,
    })
  })

  it('treat an empty variable as unset', () => {
    expect(read({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined })
  })

  it('remove the address’s trailing slash, and default it from the port', () => {
    expect(read({ SITE_URL: 'https://photos.example.com/' }).siteUrl).toBe('https://photos.example.com')
    expect(read({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080')
  })

  it('accept proxies by number of hops or by address', () => {
    expect(read({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(read({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  })

  it('generate a secret once, in a file that only the server’s user can read', () => {
    const { secret } = read()
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(read().secret).toBe(secret)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
    read({ DATA_DIR: join(dataDir, 'new') })
    expect(statSync(join(dataDir, 'new')).mode & 0o077).toBe(0)
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SITE_URL', 'photos.example.com'],
    ['SITE_URL', 'https://example.com/photos'],
    ['SITE_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://localhost/studio'],
    ['MEDIA_URL', 'cdn.example.com'],
    ['MEDIA_URL', 'https://cdn.example.com/media'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'https://id:hush@s3.example.com'],
    ['S3_REGION', 'Frankfurt (Main)'],
    ['S3_BUCKET', 'https://s3.example.com/photos'],
    ['S3_PREFIX', '../photos'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Studio <hello@example.com>\r\nBcc: all@example.com'],
    ['SECRET', 'short'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['TRUST_PROXY', '-1'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', 'many'],
  ])('stop the start when %s is %j, with a sentence that names it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} .+[.a-z0-9>]$`))
  })

  const bucket = {
    ...{ S3_BUCKET: 'photos', S3_REGION: 'eu-central-1' },
    ...{ S3_ACCESS_KEY_ID: 'AKIA1', S3_SECRET_ACCESS_KEY: 'hush' },
  }

  it('name a bucket, of Amazon or at another address', () => {
    const s3 = { bucket: 'photos', region: 'eu-central-1', accessKeyId: 'AKIA1', secretAccessKey: 'hush' }
    expect(read().s3).toBeUndefined()
    expect(read(bucket).s3).toEqual({ ...s3, endpoint: undefined, prefix: '', forcePathStyle: false })
    const elsewhere = { S3_ENDPOINT: 'http://localhost:9000', S3_REGION: '', S3_FORCE_PATH_STYLE: '1' }
    expect(read({ ...bucket, ...elsewhere, S3_PREFIX: 'studios/north/' }).s3).toEqual({
      ...{ ...s3, region: 'us-east-1', endpoint: 'http://localhost:9000' },
      ...{ prefix: 'studios/north/', forcePathStyle: true },
    })
  })

  it('has a bucket of its own for backups, instead of a folder', () => {
    const backups = {
      ...{ BACKUP_S3_BUCKET: 'backups', BACKUP_S3_REGION: 'eu-central-1', BACKUP_S3_PREFIX: 'studio' },
      ...{ BACKUP_S3_ACCESS_KEY_ID: 'AKIA2', BACKUP_S3_SECRET_ACCESS_KEY: 'hush' },
    }
    expect(read(backups)).toMatchObject({
      s3: undefined,
      backupS3: { bucket: 'backups', prefix: 'studio/', accessKeyId: 'AKIA2', forcePathStyle: false },
    })
    expect(() => read({ ...backups, BACKUP_S3_REGION: '' })).toThrow('BACKUP_S3_REGION is missing')
    expect(() => read({ ...backups, BACKUP_S3_PREFIX: '../x' })).toThrow('BACKUP_S3_PREFIX must be')
    expect(() => read({ ...backups, BACKUP_DIR: '/backups' })).toThrow('Backups have one place')
  })

  it.each(['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'stop the start when only %s of a bucket is missing',
    (name) => {
      expect(() => read({ ...bucket, [name]: '' })).toThrow(new RegExp(`^${name} is missing\\. Set it to .+`))
    },
  )

  it('never reveal a secret in an error', () => {
    const complaint = (env: Record<string, string>) => {
      try {
        read(env)
        return ''
      } catch (error) {
        return String(error)
      }
    }
    expect(complaint({ DATABASE_URL: 'mysql://studio:hush@localhost/studio' })).not.toContain('hush')
    expect(complaint({ SECRET: 'hush' })).not.toContain('hush')
    expect(complaint({ S3_ENDPOINT: 'https://id:hush@s3.example.com' })).toContain('S3_ENDPOINT')
    expect(complaint({ S3_ENDPOINT: 'https://id:hush@s3.example.com' })).not.toContain('hush')
  })
})
