import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Headers, HttpCode, Inject, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ClientProxy, ClientsModule, MessagePattern, Payload, Transport } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { firstValueFrom } from 'rxjs';

type Order = { readonly user: string; readonly selfie_base64: string };

// NestJS with its NATS transport, as in its guide: a gateway that sends and a microservice that responds. Messages are not
// persisted: those sent while the microservice is down are lost. Decorators are called as functions, as there is no build.

class Api {
  readonly #bus: ClientProxy;
  constructor(bus: ClientProxy) {
    this.#bus = bus;
  }
  tryOn(body: { selfie_base64: string }, user: string): Promise<object> {
    return firstValueFrom(this.#bus.send('try_on', { user, selfie_base64: body.selfie_base64 } satisfies Order));
  }
  images(user: string): Promise<object> {
    return firstValueFrom(this.#bus.send('images', { user }));
  }
}
Controller()(Api);
Inject('BUS')(Api, undefined, 0);
decorate(Api, 'tryOn', Post('try_on_outfit'));
decorate(Api, 'tryOn', HttpCode(200));
Body()(Api.prototype, 'tryOn', 0);
Headers('x-user')(Api.prototype, 'tryOn', 1);
decorate(Api, 'images', Get('images'));
Headers('x-user')(Api.prototype, 'images', 0);

class Images {
  readonly #pool: pg.Pool;
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }
  async tryOn({ user, selfie_base64 }: Order): Promise<object> {
    const admit = 'update floor.account set used = used + 1 where user_id = $1 returning used';
    await this.#pool.query({ name: 'admit', text: admit, values: [user] });
    const image_id = `img_${randomUUID()}`;
    const bytes = Buffer.from(selfie_base64, 'base64').length;
    const insert = `insert into floor.image values ($1, $2, $3, 'image/jpeg', 'try-on', '/try_on_outfit', now(), false)`;
    await this.#pool.query({ name: 'insert', text: insert, values: [image_id, user, `${image_id}-${bytes}`] });
    return { image_url: `/pictures/${image_id}`, image_id, mime_type: 'image/jpeg' };
  }
  async images({ user }: { user: string }): Promise<object> {
    const account = 'select used from floor.account where user_id = $1';
    await this.#pool.query({ name: 'account', text: account, values: [user] });
    const text = 'select * from floor.image where user_id = $1 order by created_at desc, image_id desc limit 20';
    const { rows } = await this.#pool.query({ name: 'images', text, values: [user] });
    return { images: rows };
  }
}
Controller()(Images);
Inject('POOL')(Images, undefined, 0);
decorate(Images, 'tryOn', MessagePattern('try_on'));
Payload()(Images.prototype, 'tryOn', 0);
decorate(Images, 'images', MessagePattern('images'));
Payload()(Images.prototype, 'images', 0);

/** The HTTP side. @returns its address */
export async function start(natsUrl: string): Promise<string> {
  class ApiModule {}
  const bus = { name: 'BUS', transport: Transport.NATS as const, options: { servers: [natsUrl] } };
  Module({ imports: [ClientsModule.register([bus])], controllers: [Api] })(ApiModule);
  const app = await NestFactory.create<NestExpressApplication>(ApiModule, { logger: false, bodyParser: false });
  app.useBodyParser('json', { limit: '20mb' });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

/** The microservice, in another process. */
export async function answer(natsUrl: string, databaseUrl: string): Promise<void> {
  class ImagesModule {}
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  Module({ providers: [{ provide: 'POOL', useValue: pool }], controllers: [Images] })(ImagesModule);
  const options = {
    transport: Transport.NATS as const,
    options: { servers: [natsUrl], queue: 'images' },
    logger: false as const,
  };
  const app = await NestFactory.createMicroservice(ImagesModule, options);
  await app.listen();
}

function decorate<C extends { prototype: object }>(target: C, method: string, decorator: MethodDecorator): void {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, method);
  if (!descriptor) throw new Error(`no method ${method}`);
  decorator(target.prototype, method, descriptor);
}
