import {
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { gunzipSync } from 'node:zlib';
import { compress } from '../compress';
import { cacheControl } from '../serve/headers';
import { contentType } from '../serve/content-type';
import { Conflict, isCompressible, type Storage, type Stored, type WriteOptions } from './storage';

export interface S3Options {
  readonly bucket: string;
  /** Folder of the site inside the bucket, without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
  /** Address of another S3-compatible service; without, AWS, or what AWS_ENDPOINT_URL_S3 says. */
  readonly endpoint?: string;
  /** Whether texts are stored compressed (gzip, which every browser takes); no where a CDN in front does that. */
  readonly compressed?: boolean;
}

const statusOf = (error: unknown): number =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;

/** Tests ask a server on this machine; AWS answers in a few hundred milliseconds, at worst. */
const ATTEMPTS = 4;

/**
 * A site in a bucket, each file with the content type and the caching it is to be served with. Credentials and region come from the
 * environment, as for every AWS tool.
 */
export class S3Storage implements Storage {
  readonly name: string;
  private readonly client: S3Client;
  /** False once the service has refused conditional writes, which not every one supports. */
  private compares = true;

  constructor(private readonly options: S3Options) {
    const { bucket, prefix, endpoint } = options;
    this.name = `s3://${bucket}${prefix && `/${prefix}`}`;
    // Silences the SDK's notice about the Node versions that its later releases will need.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    this.client = new S3Client({
      region: process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'us-east-1',
      maxAttempts: ATTEMPTS,
      // Newer checksums are not understood by every service; each file is read back anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint ? { endpoint } : {}),
      ...(endpoint || process.env['AWS_ENDPOINT_URL_S3'] || process.env['AWS_ENDPOINT_URL']
        ? { forcePathStyle: true }
        : {}),
    });
  }

  async read(key: string): Promise<Stored | null> {
    try {
      const found = await this.client.send(new GetObjectCommand(this.at(key)));
      const body = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      return {
        content: found.ContentEncoding === 'gzip' ? gunzipSync(body) : body,
        etag: found.ETag ?? '',
      };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  async write(key: string, content: Buffer, { encoded, found }: WriteOptions = {}): Promise<void> {
    const { compressed = true } = this.options;
    const gz = compressed && isCompressible(key) ? (encoded ?? (await compress(content))).gz : undefined;
    const condition = found === null ? { IfNoneMatch: '*' } : { IfMatch: found };
    try {
      await this.client.send(
        new PutObjectCommand({
          ...this.at(key),
          Body: gz ?? content,
          ContentType: contentType(key),
          CacheControl: cacheControl(`/${key}`),
          ...(gz ? { ContentEncoding: 'gzip' } : {}),
          ...(found !== undefined && this.compares ? condition : {}),
        }),
      );
    } catch (error) {
      const status = statusOf(error);
      // 404: it was there when it was read.
      if ([404, 409, 412].includes(status) && found !== undefined) throw new Conflict(key);
      if (status !== 501 || !this.compares) throw error;
      this.compares = false;
      await this.write(key, content, { encoded, found });
    }
  }

  async folders(key: string): Promise<string[]> {
    const { Bucket, Key } = this.at(key);
    const prefix = `${Key}/`;
    const names: string[] = [];
    for await (const page of paginateListObjectsV2(
      { client: this.client },
      { Bucket, Prefix: prefix, Delimiter: '/' },
    )) {
      for (const { Prefix } of page.CommonPrefixes ?? [])
        if (Prefix) names.push(Prefix.slice(prefix.length, -1));
    }
    return names.sort();
  }

  private at(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.options;
    return { Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key };
  }
}
